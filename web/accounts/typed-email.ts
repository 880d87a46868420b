import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { withStorage } from '../storage.ts'

const storageKey = 'typedEmail'

/** The email that the user typed is filled in on the other sign-in screens too, and after a reload. */
export const readTypedEmail = () =>
  new URLSearchParams(location.search).get('email') ?? withStorage((storage) => storage.getItem(storageKey), 'sessionStorage') ?? ''

const saveTypedEmail = (email: string) => withStorage((storage) => storage.setItem(storageKey, email), 'sessionStorage')

export function useSaveTypedEmail<Input extends FieldValues & { email: string }, Output>({
  subscribe,
}: Pick<UseFormReturn<Input, unknown, Output>, 'subscribe'>): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => saveTypedEmail(values.email) }), [subscribe])
}
