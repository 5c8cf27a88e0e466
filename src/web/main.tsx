/** Starts the web app: the environment's configuration first, then who is signed in, then the screens. */
import { createRoot } from 'react-dom/client';
import { EnvironmentMissing } from './app/EnvironmentMissing.tsx';
import { loadEnvironment } from './app/environment.ts';
import { Providers } from './app/Providers.tsx';
import { Root } from './app/Root.tsx';

// Where nothing takes dropped files, the browser would open them in place of the page.
for (const name of ['dragover', 'drop'] as const) {
  window.addEventListener(name, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

function start(): void {
  const root = createRoot(document.getElementById('root') as HTMLElement);
  loadEnvironment().then(
    () =>
      root.render(
        <Providers>
          <Root />
        </Providers>,
      ),
    (error: unknown) =>
      root.render(
        <Providers>
          <EnvironmentMissing reason={error instanceof Error ? error.message : String(error)} />
        </Providers>,
      ),
  );
}

// In a browser that is too old the page says so instead (scripts/browsers.ts).
if (!document.documentElement.hasAttribute('data-old-browser')) start();
