import { parser } from '@prometheus-io/lezer-promql';

/** A Prometheus query of an alert, a dashboard or a runbook page. */
export interface Query {
  text: string;
  /** Name of the alert, dashboard panel or runbook page that contains the query. */
  where: string;
}

interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface ReadQuery {
  selectors: Selector[];
  /** Labels in the `by (…)` clause of the Prometheus query. */
  grouped: string[];
}

export function readQuery({ text, where }: Query): ReadQuery {
  const read: ReadQuery = { selectors: [], grouped: [] };
  const source = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`${where}: no PromQL: ${text}`);
      const { name } = node;
      if (name === 'VectorSelector')
        read.selectors.push({ metric: source(node.node.getChild('Identifier')!), matchers: [] });
      if (name === 'LabelName' && node.node.parent?.name === 'GroupingLabels')
        read.grouped.push(source(node));
      if (name === 'UnquotedLabelMatcher') {
        const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((child) =>
          source(node.node.getChild(child)!),
        );
        read.selectors
          .at(-1)!
          .matchers.push({ label: label!, operator: operator!, value: JSON.parse(value!) });
      }
    },
  });
  return read;
}
