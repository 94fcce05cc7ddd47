import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type ApiError, asApiError } from '@storewright/json-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorPage, errorPagePolicy } from './form-error.page';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': errorPagePolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** What a person can do about it, by the code of the error. */
const texts: Readonly<Record<string, string>> = {
  csrf_refused:
    'The page you came from is out of date, or it is not a page of your admin panel. Open the install link of the app again, and press the button there.',
  insufficient_role:
    'Your role in this shop does not let you install this app. Ask an owner or administrator of the shop to install it.',
  malformed_request:
    'The page you came from did not send everything. Open the install link of the app again, and press the button there.',
  not_found: 'This shop is not there any more.',
  rate_limited: 'That was too often in a short time. Wait a minute, then open the install link again.',
  shop_suspended: 'This shop is suspended. Ask whoever runs the platform.',
};

/** An error of a form is read by a person: a page in the looks of the panel, with a way back to it. */
@Catch()
export class FormErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const error = asApiError(thrown) as ApiError;
    const isOurs = error.status >= 500;
    if (isOurs)
      this.log.error({ request_id: request.id, err: error.cause instanceof Error ? error.cause : error });
    const page = errorPage({
      title: isOurs ? 'Something went wrong' : 'Nothing was installed',
      text: isOurs
        ? 'Look at the apps of your shop before you try again: it may be installed already.'
        : (texts[error.code] ?? error.message),
      code: error.code,
      requestId: request.id,
    });
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .code(error.status)
      .headers({ ...headers, ...error.headers })
      .send(page);
  }
}
