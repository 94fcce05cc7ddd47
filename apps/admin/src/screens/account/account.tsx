import type { ReactNode } from 'react';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';

export default function Account(): ReactNode {
  const t = useTexts();
  return <Page title={t('navigation.home')}>{null}</Page>;
}
