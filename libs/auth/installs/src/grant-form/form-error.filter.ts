import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type ApiError, asApiError } from '@storewright/json-api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** An error of a form is read by a person: a page without anything to load, with a way back to the panel. */
@Catch()
export class FormErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const error = asApiError(thrown) as ApiError;
    if (error.status >= 500)
      this.log.error({ request_id: request.id, err: error.cause instanceof Error ? error.cause : error });
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .code(error.status)
      .headers({ ...headers, ...error.headers })
      .send(page(error, request.id));
  }
}

function page({ title, message, code }: ApiError, requestId: string): string {
  const text = [title, message, code, requestId].map(escaped);
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text[0]}</title><h1>${text[0]}</h1><p>${text[1]}</p>` +
    `<p><a href="/admin/">Back to the admin panel</a></p><p><small>${text[2]}, ${text[3]}</small></p></html>`
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
