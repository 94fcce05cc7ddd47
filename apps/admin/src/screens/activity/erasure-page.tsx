import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { authDocument } from '../../api/auth-api';
import type { Document } from '../../api/documents';
import { readCertificate, type SignedCertificate } from '../../api/erasure-certificates';
import { type Erasure, erasuresKey } from '../../api/erasures';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { Button } from '../../parts/button';
import { ErasedApps } from '../../parts/erasures/erased-apps';
import { ErasureBadge } from '../../parts/erasures/status-badges';
import { Facts } from '../../parts/facts';
import { Card, Stack } from '../../parts/layout';
import { saveFile } from '../../parts/save-file';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import styles from './erasure-page.module.css';

/**
 * Loads the data erasure before its certificate, because only the request for the data erasure opens the sign-in
 * dialog for an expired session.
 */
async function readErasure(shopId: string, id: string, signal: AbortSignal) {
  const path = `/api/shops/${shopId}/erasures/${id}`;
  const erasure = (await authDocument<Document<Erasure>>(path, { signal })).data;
  return { erasure, ...(await readCertificate(shopId, id, signal)) };
}

/**
 * A printable page of one data erasure, with the confirmations of all apps and a download of the signed certificate.
 */
export default function ErasurePage(): ReactNode {
  const t = useTexts();
  const { id = '' } = useParams();
  const shop = useShop();
  const { data, error, refetch } = useQuery({
    queryKey: [...erasuresKey(shop.id), 'one', id],
    queryFn: ({ signal }) => readErasure(shop.id, id, signal),
    enabled: isId(id),
    // Disables refetching, because each request issues a new certificate. The user must download the certificate that
    // the page shows.
    refetchOnWindowFocus: false,
  });
  const isMissing = !isId(id) || (isProblem(error) && error.status === 404);
  return (
    <Page
      title={t(data ? `erasures.title.${data.erasure.attributes.subject}` : 'erasures.title')}
      lead={<Link to="/activity/erasures">{t('erasures.title')}</Link>}
      actions={data && <Actions id={id} file={data.file} />}
    >
      {data ? (
        <Sheet erasure={data.erasure} certificate={data.content} />
      ) : (
        <Card>
          {isMissing && <EmptyState icon="people" title={t('erasures.missing')} />}
          {!isMissing && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!isMissing && !error && <Skeleton lines={7} tall />}
        </Card>
      )}
    </Page>
  );
}

function Actions({ id, file }: { id: string; file: string }): ReactNode {
  const t = useTexts();
  const download = (): void => saveFile(new Blob([file], { type: 'application/json' }), `erasure-${id}.json`);
  return (
    <>
      <Button icon="print" onPress={() => window.print()}>
        {t('erasures.print')}
      </Button>
      <Button icon="download" onPress={download}>
        {t('erasures.certificate')}
      </Button>
    </>
  );
}

/** Section of the erasure page that the browser prints. */
function Sheet({ erasure, certificate }: { erasure: Erasure; certificate: SignedCertificate }): ReactNode {
  const t = useTexts();
  const { name } = useShop();
  const { subject, apps } = erasure.attributes;
  return (
    <article data-sheet className={styles['sheet']}>
      <header className={styles['head']}>
        <bdi className={styles['shop']}>{name}</bdi>
        <h2>{t(`erasures.title.${subject}`)}</h2>
      </header>
      <Card>
        <ErasureFacts erasure={erasure} issuedAt={certificate.certificate.issued_at} />
      </Card>
      <Card title={t('erasures.apps')}>
        <ErasedApps apps={apps} />
      </Card>
      <Card title={t('erasures.signature')}>
        <Stack gap="small">
          <p>{t('erasures.signature.lead')}</p>
          <code className={styles['signature']}>{certificate.jws}</code>
        </Stack>
      </Card>
    </article>
  );
}

function ErasureFacts({
  erasure: { id, attributes },
  issuedAt,
}: {
  erasure: Erasure;
  issuedAt: string;
}): ReactNode {
  const t = useTexts();
  const { customer_id, status, requested_at, due_at, cleared_at } = attributes;
  const ofCustomer = (value: ReactNode) => (customer_id === null ? undefined : value);
  return (
    <Facts
      facts={[
        { name: t('erasures.status'), value: <ErasureBadge status={status} /> },
        { name: t('erasures.id'), value: <code>{id}</code> },
        { name: t('erasures.customer'), value: ofCustomer(<CustomerLink id={String(customer_id)} />) },
        { name: t('erasures.requested'), value: <Time value={requested_at} /> },
        { name: t('erasures.due'), value: <Time value={due_at} form="date" /> },
        { name: t('erasures.cleared'), value: ofCustomer(<Cleared at={cleared_at} />) },
        { name: t('erasures.issued'), value: <Time value={issuedAt} /> },
      ]}
    />
  );
}

function Cleared({ at }: { at: string | null }): ReactNode {
  const t = useTexts();
  return at === null ? t('erasures.cleared.pending') : <Time value={at} />;
}

function CustomerLink({ id }: { id: string }): ReactNode {
  return (
    <Link to={`/customers/${id}`}>
      <code>{id}</code>
    </Link>
  );
}
