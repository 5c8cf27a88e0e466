/**
 * `npm start` builds the web app and the documentation and `npm run demo` writes packs, so these are dependencies; no part of
 * them is in the product.
 */
export const BUILD_TOOLS: readonly string[] = ['vite', '@vitejs/plugin-react', 'yazl', 'markdown-it', 'github-slugger'];
