import { useMemo } from 'react'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { arrangeLeft } from './answers-to-send.ts'
import type { BegunFilling, FillableForm, SentAnswers } from './begin-form.ts'
import type { FormFacts } from './form-context.ts'
import { type Folded, marksOf } from './known-answers.ts'
import { useCoupon } from './use-coupon.ts'
import { useFileUploads } from './use-file-uploads.ts'

type Filling = {
  form: FillableForm
  known: KnownAnswers
  code: string | null
  /** The secret from the link by which the person went on. */
  resume: string | null
  /** Who fills it by the code that hosts of a game show. */
  guest: string | null
  filling: BegunFilling
  folded: Folded
  change: SentAnswers | undefined
}

/** What the fields can read besides their answers: prices, places, the code that was entered, and the files on their way. */
export function useFillingFacts({ form, known, code, resume, guest, filling: { store, version }, folded, change }: Filling) {
  const { today, left, feeBasisPoints } = form
  const { isSignedIn, isMember, isOrganizer, signed } = form.viewer
  const memberOf = isMember || isOrganizer ? form.team.id : null
  // The price of what was sent stays, with its code, which may be used up by now.
  const coupon = useCoupon(form.id, { accessCode: code, guest }, store, change === undefined)
  const uploads = useFileUploads(store, {
    ...{ formId: form.id, version, code, resume, guest },
    ...(change && { submission: { id: change.id, key: change.key } }),
  })
  const facts = useMemo<FormFacts>(
    () => ({
      // What was opened is filled to the end, also if another version was published and loaded with new prices.
      payment: store.index.content.payment,
      price: { today, isMember, coupon: coupon.terms, feeBasisPoints },
      ...{ coupon, left: arrangeLeft(left), isSignedIn, memberOf, uploads, signed },
      ...{ marks: marksOf(store.index, known, signed), children: known.children },
      renewal: known.earlier && { title: known.earlier.title, folded },
    }),
    [left, feeBasisPoints, today, isMember, isSignedIn, memberOf, coupon, uploads, signed, known, folded, store],
  )
  return { facts, uploads }
}
