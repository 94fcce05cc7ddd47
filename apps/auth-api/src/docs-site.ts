import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import fastifyStatic from '@fastify/static';
import { pageHeaders } from '@storewright/server';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Content security policy source that allows requests from the API explorer to the APIs of all shops. */
const shopsOf = (shopUrl: string) => shopUrl.replace('{shop}', '*');

/**
 * Content security policy of the documentation pages. Highlighted code needs inline `style` attributes, and
 * VueUse adds an inline style element while the theme changes.
 */
const policyOf = (...connections: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...connections].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const siteHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': policyOf(),
  ...pageHeaders,
  vary: 'Accept-Encoding',
};

/** Assets never change, because their file names contain a hash of the content. */
const forEver = 'public, max-age=31536000, immutable';

/**
 * Serves the built documentation site. Checks for the files at each request, because `npm start` can build
 * the site while this service runs.
 */
export class DocsSite {
  /** @param shopUrl URL of a shop's API, in which `{shop}` stands for the domain */
  constructor(
    private readonly folder: string,
    private readonly shopUrl: string,
  ) {}

  serve(fastify: FastifyInstance): void {
    void fastify.register(fastifyStatic, {
      root: this.folder,
      serve: false,
      suppressWarning: true,
      cacheControl: false,
      preCompressed: true,
    });
    fastify.get('/docs', (_request, reply) => reply.redirect('/docs/', 302));
    fastify.get('/llms.txt', (_request, reply) => this.send('llms.txt', reply));
    fastify.get('/docs/explorer/addresses.json', (_request, reply) =>
      reply.headers(siteHeaders).send({ shop_url: this.shopUrl }),
    );
    fastify.get<{ Params: { '*': string } }>('/docs/*', ({ params }, reply) => this.send(params['*'], reply));
  }

  /**
   * Returns the text of a file of the documentation site, such as `errors` or `errors.md`. Returns undefined
   * if the file does not exist or the documentation site is not built yet.
   */
  text(address: string): string | undefined {
    const file = this.fileOf(address) ?? this.fileOf(this.movedTo(address) ?? '.');
    return file && readFileSync(join(this.folder, file), 'utf8');
  }

  private movedTo(address: string): string | undefined {
    const list = this.fileOf('redirects.json');
    if (!list) return undefined;
    const pages = new Map(
      Object.entries(JSON.parse(readFileSync(join(this.folder, list), 'utf8')) as Record<string, string>),
    );
    const isMarkdown = address.endsWith('.md');
    const path = address.replace(/(?:\.md|\.html|\/)$/, '');
    const page = pages.get(path) ?? pages.get(posix.join(path, 'index'));
    return isMarkdown ? page && `${page}.md` : page?.replace(/(^|\/)index$/, '$1');
  }

  private send(address: string, reply: FastifyReply): FastifyReply {
    const file = this.fileOf(address);
    const moved = file ? undefined : this.movedTo(address);
    if (moved !== undefined) return reply.headers(siteHeaders).redirect(`/docs/${moved}`, 301);
    if (!file) return this.missing(reply.headers(this.headers));
    const caching = file.startsWith('assets/') ? { 'cache-control': forEver } : {};
    return reply.headers({ ...this.headers, ...caching }).sendFile(file);
  }

  /**
   * Resolves a request path to a file of the documentation site: an exact file, a page without `.html`, or
   * the index page of a folder.
   */
  private fileOf(address: string): string | undefined {
    const isPlain = /^[\w@.-]*(?:\/[\w@.-]+)*\/?$/.test(address) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(address);
    if (!isPlain) return undefined;
    const path = address.replace(/\/$/, '');
    const names = path === '' ? ['index.html'] : [path, `${path}.html`, `${path}/index.html`];
    if (path.endsWith('.md')) names.push(posix.join(path.slice(0, -'.md'.length), 'index.md'));
    return names.find((name) => statSync(join(this.folder, name), { throwIfNoEntry: false })?.isFile());
  }

  /**
   * Response headers of the documentation site. Every page allows requests to the shop APIs, because the
   * browser keeps the policy of the first page during navigation inside the site.
   */
  get headers(): Record<string, string> {
    return { ...siteHeaders, 'content-security-policy': policyOf(shopsOf(this.shopUrl)) };
  }

  private missing(reply: FastifyReply): FastifyReply {
    if (this.fileOf('404')) return reply.code(404).sendFile('404.html');
    const later = { 'cache-control': 'no-store', refresh: '5', 'retry-after': '5' };
    return reply.code(503).headers(later).type('text/html; charset=utf-8').send(notBuilt);
  }
}

/**
 * Placeholder page until the documentation site is built. The `Refresh` header reloads it every five seconds.
 */
const notBuilt = `<!doctype html><html lang="en"><title>Building the documentation – Storewright</title>
<h1>Building the documentation</h1>
<p>npm start builds it beside the running platform, which can take some minutes. This page reloads by itself.</p>
<p>Without npm start, build it with: npx nx build docs-site</p></html>`;
