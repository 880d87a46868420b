import type { ComponentProps } from 'react'
import { TextField } from '../ui/field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string }

export function EmailField({ label = 'Email', ...rest }: EmailFieldProps) {
  return <TextField {...rest} label={label} type="email" inputMode="email" autoComplete="email" />
}
