import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { eventKey } from '../../../domain/events/keys.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import type { SentForm } from '../../../domain/forms/submission-contract.ts'
import { useProductPath } from '../use-product-path.ts'
import type { FillableForm } from './begin-form.ts'
import { FillForm } from './fill-form.tsx'
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
  if (sent) return <Sent form={form} sent={sent} />
  const finish = (result: SentForm | null) => {
    if (!result) return
    onSent(result)
    if (game !== null) void client.invalidateQueries({ queryKey: eventKey(game) })
    const next = findNextPage(form, result, toProduct)
    // It is not a part of this app.
    if (next !== null) location.assign(next)
  }
  return <FillForm form={form} onSent={finish} {...filling} />
}
