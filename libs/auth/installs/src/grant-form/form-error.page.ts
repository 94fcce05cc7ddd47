import { createHash } from 'node:crypto';

/**
 * CSS of the admin panel's pages (apps/admin/src/styles). The error page inlines the CSS, so that it needs no
 * other file.
 */
const style = `
:root{color-scheme:light dark;--page:#f7f7f5;--surface:#fff;--line:#e3e3de;--text:#1b1d1a;--soft:#585c55;--accent:#0f6b5c;--on:#fff}
@media(prefers-color-scheme:dark){:root{--page:#111412;--surface:#191c1a;--line:#2b302d;--text:#e9ebe8;--soft:#a6ada6;--accent:#5bc2ac;--on:#05211b}}
body{margin:0;padding:max(9vh,1.5rem) 1rem 2rem;background:var(--page);color:var(--text);font:.875rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:36rem;margin:0 auto;padding:1.75rem;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
h1{margin:0;font-size:1.375rem;line-height:1.3;letter-spacing:-.01em}
p{margin:1rem 0 0;overflow-wrap:anywhere}
a{display:inline-block;padding:.45rem .9rem;border-radius:7px;background:var(--accent);color:var(--on);font-weight:550;text-decoration:none}
small{color:var(--soft)}`;

export const errorPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface ErrorPage {
  title: string;
  text: string;
  code: string;
  requestId: string;
}

export function errorPage({ title, text, code, requestId }: ErrorPage): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>` +
    `<p><a href="/admin/">Back to the admin panel</a></p>` +
    `<p><small>${escaped(code)}, ${escaped(requestId)}</small></p></main></body></html>`
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
