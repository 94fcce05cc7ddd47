import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button';

interface FileButtonProps extends Omit<ButtonProps, 'onPress' | 'type'> {
  types: readonly string[];
  multiple?: boolean;
  onChoose: (...files: File[]) => void;
}

export function FileButton({ types, multiple = false, onChoose, ...button }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join()}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) onChoose(...files);
          // Resets the file input, so that the user can select the same file again.
          target.value = '';
        }}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}
