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

/** Advice for the person who sees the error page, keyed by error code. */
const texts: Readonly<Record<string, string>> = {
  csrf_refused:
    'The install form is out of date or does not belong to your admin panel. Open the app’s install ' +
    'link again and submit the new form.',
  insufficient_role:
    'Your role in this shop does not allow you to install this app. Ask an owner or administrator of ' +
    'the shop to install it.',
  malformed_request:
    'The install form is incomplete. Open the app’s install link again and submit the new form.',
  not_found: 'This shop no longer exists.',
  rate_limited:
    'There were too many attempts in a short time. Wait a minute, then open the install link again.',
  shop_suspended: 'This shop is suspended. Ask the operator of the platform.',
};

/** Renders form errors as HTML pages in the style of the admin panel, because a person sees the response. */
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
        ? 'Check the apps of your shop before you try again. The app may be installed already.'
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
