/** Builds the web app into .build/web. `npx vite` serves it with reloading and hands calls to a server on LACQUER_PORT. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env['LACQUER_PORT'] ?? '8080'}`;

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  server: { proxy: { '^/(api|assets/config|embargo/api|preprod/api|prod/api)': server } },
  build: { outDir: '../../.build/web', emptyOutDir: true, target: 'es2023' },
});
