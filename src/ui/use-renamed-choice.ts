import { useFormContext } from 'react-hook-form';
import { useRenamed } from './use-renamed.ts';

/** `useRenamed` for a form's field: what nobody has changed does not become a change by it. */
export function useRenamedChoice(name: string, value: string, options: readonly { readonly value: string }[]): void {
  const {
    formState: { defaultValues },
    resetField,
    setValue,
  } = useFormContext<Record<string, string>>();
  useRenamed(value, options, (id) => {
    if (value === defaultValues?.[name]) resetField(name, { defaultValue: id });
    else setValue(name, id, { shouldDirty: true, shouldValidate: true });
  });
}
