import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { withStorage } from '../storage.ts'

const storageKey = 'typedEmail'

/** The email a person typed follows them from one of the sign-in screens to the next, and through a reload. */
export const readTypedEmail = () =>
  new URLSearchParams(location.search).get('email') ?? withStorage((storage) => storage.getItem(storageKey), 'sessionStorage') ?? ''

const keepTypedEmail = (email: string) => withStorage((storage) => storage.setItem(storageKey, email), 'sessionStorage')

export function useKeptEmail<Input extends FieldValues & { email: string }, Output>({
  subscribe,
}: Pick<UseFormReturn<Input, unknown, Output>, 'subscribe'>): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepTypedEmail(values.email) }), [subscribe])
}
