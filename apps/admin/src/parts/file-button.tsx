import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button';

interface FileButtonProps extends Omit<ButtonProps, 'onPress' | 'type'> {
  /** Accepted media types. */
  types: readonly string[];
  onChoose: (file: File) => void;
}

/** A button that opens the browser's file dialog for one file. */
export function FileButton({ types, onChoose, ...button }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          // Resets the input, so that the person can choose the same file again.
          target.value = '';
        }}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}
