import { useEffect, useEffectEvent } from 'react'
import type { FormContent } from '../../../domain/forms/content.ts'
import type { FillableForm } from './begin-form.ts'
import type { FormAddress } from './queries.ts'

/** A device that is full, and a browser without a database, keep no form. It can be filled there as well. */
const withKeptForms = (use: (kept: typeof import('./kept-form.ts')) => Promise<void>): void =>
  void import('./kept-form.ts').then(use).catch(() => undefined)

/** Keeps a form on the device while it is filled, so that a reload without a network opens it again. Returns what forgets it. */
export function useKeptForm(address: FormAddress, form: FillableForm, isOn: boolean): () => void {
  const keep = useEffectEvent((content: FormContent) => withKeptForms(({ keepForm }) => keepForm(address, { ...form, content })))
  useEffect(() => {
    if (isOn) keep(form.content)
  }, [isOn, form.content])
  return () => withKeptForms(({ forgetForm }) => forgetForm(address))
}
