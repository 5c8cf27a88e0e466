/** `npm start` builds the web app and `npm run demo` writes packs, so these are dependencies; no part of them is in the product. */
export const BUILD_TOOLS: readonly string[] = ['vite', '@vitejs/plugin-react', 'yazl'];
