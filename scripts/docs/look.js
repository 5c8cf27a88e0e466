// Before the page is drawn: light or dark as chosen in the web app, which keeps it in the same place. Without a choice, the
// system's.
try {
  const mode = localStorage.getItem('mui-mode');
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.look = mode;
} catch {
  // Storage can be forbidden. Then the system's look counts.
}
