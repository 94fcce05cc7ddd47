import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../parts/dialog';
import { Segments } from '../../parts/segments';
import type { AttributeField } from '../../parts/store/attributes';
import { CreateForm } from '../../parts/store/create-dialog';
import { useShop } from '../../session/shop';
import { type Texts, useTexts, useTimeZone } from '../../texts/texts';

const presets = ['percentage', 'fixed_amount', 'gift'] as const;
type Preset = (typeof presets)[number];

/** A currency with two decimals, because percentages in basis points have the same format as cents: `12.5` is 1250. */
const percent = 'EUR';

const MAX_BASIS_POINTS = 10_000;

/** A form for the three most common kinds of codes. Shows only the fields of the selected kind. */
export function NewCode({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { currency } = useShop();
  const zone = useTimeZone();
  const [preset, setPreset] = useState<Preset>('percentage');
  return (
    <Dialog title={t('code.add')} isOpen={isOpen} onClose={onClose}>
      <Segments
        label={t('code.preset')}
        options={presets.map((id) => ({ id, text: t(`code.preset.${id}`) }))}
        value={preset}
        onChange={setPreset}
      />
      <CreateForm
        key={preset}
        action={t('code.add')}
        fields={fieldsOf(preset, t, { currency, zone })}
        initial={{ code: '', value: '', initial_amount: '', ends_at: '', usage_limit: '' }}
        objectOf={(attributes) => ({ type: 'codes', attributes: sent(preset, attributes, currency) })}
        onClose={onClose}
        onMade={({ id }) => void navigate(`/codes/${id}`)}
      />
    </Dialog>
  );
}

function fieldsOf(
  preset: Preset,
  t: Texts,
  { currency, zone }: { currency: string; zone: string },
): AttributeField[] {
  const amount = {
    kind: 'amount',
    isRequired: true,
    currency: preset === 'percentage' ? percent : currency,
    label: preset === 'percentage' ? t('code.percent') : t('code.amount', { currency }),
    refusal: t(preset === 'percentage' ? 'code.percent.wrong' : 'code.amount.wrong', {
      currency,
    }),
    accepts: (value: number) => value > 0 && (preset !== 'percentage' || value <= MAX_BASIS_POINTS),
  } as const;
  return [
    {
      name: 'code',
      label: t('code.code'),
      kind: 'nullable',
      description: t('code.code.description'),
      refusal: t('code.code.wrong'),
    },
    { name: preset === 'gift' ? 'initial_amount' : 'value', ...amount },
    { name: 'ends_at', label: t('code.ends'), kind: 'time', zone },
    ...(preset === 'gift'
      ? []
      : [
          {
            name: 'usage_limit',
            label: t('code.limit'),
            kind: 'whole',
            description: t('code.limit.description'),
          } as const,
        ]),
  ];
}

function sent(preset: Preset, { code, ...attributes }: Record<string, unknown>, currency: string): object {
  return {
    ...attributes,
    ...(code === null ? {} : { code }),
    ...(preset === 'gift' ? { kind: 'gift' } : { kind: 'discount', value_type: preset }),
    ...(preset === 'percentage' ? {} : { currency_code: currency }),
  };
}
