import { describe, expect, it } from 'vitest';
import { secureUrl } from './secureUrl.ts';

describe('T 2.5: links to pictures', () => {
  const secure = { protocol: 'https:', host: 'tool.example' };
  it('are rewritten to https', () => {
    expect(secureUrl('http://tool.example/a.png', secure)).toBe('https://tool.example/a.png');
    expect(secureUrl('//cdn.example/a.png', secure)).toBe('https://cdn.example/a.png');
    expect(secureUrl('https://cdn.example/a.png', secure)).toBe('https://cdn.example/a.png');
  });
  it('stay unchanged if the page itself is plain http and the link leads to the same server', () => {
    const plain = { protocol: 'http:', host: 'localhost:8080' };
    expect(secureUrl('http://localhost:8080/a.png', plain)).toBe('http://localhost:8080/a.png');
    expect(secureUrl('http://other.example/a.png', plain)).toBe('https://other.example/a.png');
  });
  it('stay where an area is configured with plain http, on such a page', () => {
    const plain = { protocol: 'http:', host: 'localhost:8080' };
    const addresses = ['/embargo', 'http://prod.local:8081/prod'];
    expect(secureUrl('http://prod.local:8081/a.png', plain, addresses)).toBe('http://prod.local:8081/a.png');
    expect(secureUrl('http://prod.local:8082/a.png', plain, addresses)).toBe('https://prod.local:8082/a.png');
    expect(secureUrl('http://prod.local:8081/a.png', secure, addresses)).toBe('https://prod.local:8081/a.png');
  });
});
