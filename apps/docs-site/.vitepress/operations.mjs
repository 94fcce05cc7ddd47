const REFERENCE = /^reference\/(shop|auth)\//;

/**
 * Shows each operation of a reference page in two columns: the description, and the request with its response. The
 * second column starts at the first code block, so that the page remains plain Markdown.
 */
export function operationsInColumns({ tokens, env, Token }) {
  const [, api] = REFERENCE.exec(env.relativePath ?? '') ?? [];
  if (!api) return;
  const html = (content) => Object.assign(new Token('html_block', '', 0), { content: `${content}\n` });
  const first = tokens.findIndex(
    ({ type }, at) => type === 'heading_open' && tokens[at + 1].content === 'Operations',
  );
  if (first < 0) return;
  const changed = tokens.splice(first + 3);
  let operation;
  let isExample = false;
  let isForm = false;
  const form = () => {
    if (!isForm)
      tokens.push(html(`<ClientOnly><TryIt api="${api}" operation="${operation}" /></ClientOnly>`));
    isForm = true;
  };
  const close = () => {
    if (!operation) return;
    if (isExample) form();
    tokens.push(html('</div></div>'));
  };
  for (const token of changed) {
    if (token.type === 'heading_open' && token.tag === 'h3') {
      close();
      operation = token.attrGet('id');
      isExample = isForm = false;
      tokens.push(html('<div class="operation"><div class="operation-text">'));
    }
    const isCode = token.type === 'fence' || token.type === 'container_code-group_open';
    if (operation && isCode && !isExample) {
      isExample = true;
      tokens.push(html('</div><div class="operation-example"><p class="example-title">Request</p>'));
    } else if (operation && token.type === 'fence' && token.info.trim() === 'json') {
      form();
      tokens.push(html('<p class="example-title">Response</p>'));
    }
    tokens.push(token);
  }
  close();
}
