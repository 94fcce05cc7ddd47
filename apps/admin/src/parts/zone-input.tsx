import { type ReactNode, useId, useState } from 'react';
import { TextInput } from './fields';
import type { AttributeInputProps } from './store/attributes';
import { allZones } from './zone-names';

/** A time zone field that suggests time zones by any part of their name. The suggestions show the UTC offset. */
export function ZoneInput(props: AttributeInputProps): ReactNode {
  const id = useId();
  const [zones] = useState(() => allZones(props.value, Date.now()));
  return (
    <>
      <TextInput {...props} list={id} autoComplete="off" spellCheck="false" />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone.id} value={zone.id} label={zone.text} />
        ))}
      </datalist>
    </>
  );
}
