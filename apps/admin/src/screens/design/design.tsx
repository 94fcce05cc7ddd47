import { type ReactNode, useEffect } from 'react';
import { Row } from '../../parts/layout';
import { Buttons, Reactions } from './actions';
import { Charts, Notices, States, Tables, Values } from './content';
import styles from './design.module.css';
import { Inputs } from './inputs';

const NAME = 'Design';

/**
 * Style guide with every shared component in every state, for developers of the panel. No page links to the
 * style guide, and it exists only on development hosts. Its labels are panel texts or names in the code.
 */
export default function Design(): ReactNode {
  useEffect(() => {
    document.title = NAME;
  });
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>
        <code>{NAME}</code>
      </h1>
      <Row>
        {['en', 'de', 'pseudo'].map((locale) => (
          <a key={locale} href={`?locale=${locale}`}>
            <code>{locale}</code>
          </a>
        ))}
      </Row>
      <Buttons />
      <Inputs />
      <Reactions />
      <Notices />
      <Tables />
      <States />
      <Values />
      <Charts />
    </main>
  );
}
