import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import { errorCodesPage, Operation, type Render } from '@storewright/json-api';

@Controller('docs/errors')
export class ErrorCodesController {
  /** Where `links.about` of every error leads. */
  @Get()
  @Public('it is documentation')
  @Operation({
    id: 'getErrorCodes',
    summary: 'A page about every error code',
    answers: [{ shows: 'content', mediaType: 'text/html', schema: { type: 'string' } }],
  })
  page(): Render {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    };
    return () => ({ headers, body: errorCodesPage() });
  }
}
