import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import { errorCodesPage, Operation, type Render } from '@storewright/json-api';
import { DocsSite } from './docs-site';

@Controller('docs/errors')
export class ErrorCodesController {
  constructor(private readonly site: DocsSite) {}

  /**
   * Redirect target of `links.about` in API errors: the error page of the documentation site, or a plain page
   * until the site is built.
   */
  @Get()
  @Public('it is documentation')
  @Operation({
    id: 'getErrorCodes',
    summary: 'Show the page about all error codes',
    answers: [{ shows: 'content', mediaType: 'text/html', schema: { type: 'string' } }],
  })
  page(): Render {
    const headers = { ...this.site.headers, 'content-type': 'text/html; charset=utf-8' };
    return () => ({ headers, body: this.site.text('errors') ?? errorCodesPage() });
  }
}
