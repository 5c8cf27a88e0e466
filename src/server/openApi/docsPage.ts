/**
 * Lets the API documentation page try calls with the session of the browser that shows it.
 *
 *   docsPage          its HTML
 *   sendHeaderToken
 */
interface TriedCall {
  url: string;
  headers: Record<string, string>;
}

/**
 * Runs in the browser, where it is sent as text: it must not use anything from outside. Without a token of its own, a
 * call that changes
 * something needs the session's header token.
 */
export async function sendHeaderToken(request: TriedCall): Promise<TriedCall> {
  const own = Object.keys(request.headers).some((name) => /^(authorization|x-csrf-token)$/i.test(name));
  const { location } = globalThis as unknown as { location: { href: string; origin: string } };
  const isHere = new URL(request.url, location.href).origin === location.origin;
  if (own || !isHere || request.url.endsWith('/api/docs/json')) return request;
  const answer = await fetch(`${location.href.split('/api/docs')[0]}/api/v2/public/session`);
  if (answer.ok) request.headers['X-CSRF-Token'] = ((await answer.json()) as { token: string }).token;
  return request;
}

/** @param base what comes before every path in a browser: `/cars`, or nothing */
export const docsPage = (base: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lacquer: the calls</title>
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/api/docs/static/swagger-ui.css">
<link rel="stylesheet" href="${base}/api/docs/static/page.css">
</head>
<body>
<main id="swagger-ui"></main>
<script src="${base}/api/docs/static/swagger-ui-bundle.js"></script>
<script src="${base}/api/docs/static/page.js"></script>
</body>
</html>
`;
