import type { Page } from '../page';
import { type ApiChange, labelOf } from './entries';

/** Returns the page of the API changelog: the introduction, then the entries in a section per date. */
export function changesPage(introduction: Page, changes: readonly ApiChange[]): Page {
  const dates = [...new Set(changes.map(({ date }) => date))];
  const sections = dates.flatMap((date) => [
    `## ${date}`,
    ...changes.filter((change) => change.date === date).map(sectionOf),
  ]);
  return { ...introduction, text: `${[introduction.text.trim(), ...sections].join('\n\n')}\n` };
}

function sectionOf(change: ApiChange): string {
  const sunset = change.sunset ? ` · \`Sunset\` ${change.sunset}` : '';
  return `### ${change.title} {#${change.id}}\n\n**${labelOf(change)}**${sunset}\n\n${change.text}`;
}
