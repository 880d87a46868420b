import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { eventKey } from '../../../domain/events/keys.ts'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { SentForm } from '../../../domain/forms/fill-contract.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { listQuotedInEnding } from '../../../domain/forms/quotes.ts'
import { useProductPath } from '../use-product-path.ts'
import type { FillableForm } from './begin-form.ts'
import { FillForm } from './fill-form.tsx'
import { GuestNote } from './guest-note.tsx'
import { loadQuotedWords } from './quoted-ending.tsx'
import { findNextPage, Sent } from './sent.tsx'

type FillingProps = {
  form: FillableForm
  known: KnownAnswers
  code: string | null
  sent: SentForm | null
  onSent: (sent: SentForm) => void
  onOutdated: () => void
}

/** A form until it is sent, and what follows then. It is one file, so that nothing is missing when a long form is sent. */
export function Filling({ form, sent, onSent, ...filling }: FillingProps) {
  const game = useSearchParams()[0].get('game')
  const toProduct = useProductPath()
  const client = useQueryClient()
  const [answers, setAnswers] = useState<RawAnswers>({})
  // What the ending needs is there when the form is sent, also if a new version of the app has come meanwhile.
  useEffect(() => {
    if (form.content.endings.some((ending) => listQuotedInEnding(ending).length > 0)) void loadQuotedWords()
  }, [form.content])
  if (sent) return <Sent form={form} sent={sent} answers={answers} />
  const finish = (result: SentForm | null, given: RawAnswers) => {
    if (!result) return
    setAnswers(given)
    onSent(result)
    if (game !== null) void client.invalidateQueries({ queryKey: eventKey(game) })
    const next = findNextPage(form, result, toProduct)
    // It is not a part of this app.
    if (next !== null) location.assign(next)
  }
  const { guestName } = form.viewer
  return (
    <>
      {guestName !== undefined && <GuestNote name={guestName} />}
      <FillForm form={form} onSent={finish} {...filling} />
    </>
  )
}
