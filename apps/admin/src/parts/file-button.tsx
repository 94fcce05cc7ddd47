import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button';

interface FileButtonProps extends Omit<ButtonProps, 'onPress' | 'type'> {
  /** Accepted media types. */
  types: readonly string[];
  /** True to accept several files at once. */
  multiple?: boolean;
  onChoose: (...files: File[]) => void;
}

/** A button that opens the browser's file dialog. */
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
          // Resets the input, so that the person can choose the same file again.
          target.value = '';
        }}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}
