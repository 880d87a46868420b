import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Payment } from '../../../domain/forms/content.ts'
import type { GroupField } from '../../../domain/forms/fields.ts'
import type { KnownChild } from '../../../domain/forms/fill-child.ts'
import type { PriceFacts } from '../../../domain/forms/price-answers.ts'
import type { SignedBefore } from '../../../domain/forms/submission-contract.ts'
import type { AnswerStore, Cell, GroupView } from './answer-store.ts'
import type { Left } from './answers-to-send.ts'
import type { EnteredCoupon } from './entered-coupon.ts'
import type { FileUploads, Upload } from './file-uploads.ts'
import type { FieldMarks, Folded } from './known-answers.ts'
import type { Place } from './places.ts'

/** What all fields of a form can read besides their answers. */
export type FormFacts = {
  payment: Payment | null
  price: PriceFacts
  /** The code that was entered, and what it takes off. */
  coupon: EnteredCoupon
  left: Left
  isSignedIn: boolean
  /** The community whose people the viewer sees, because they are in it. Null for others. */
  memberOf: string | null
  /** The files that are on their way. Null where a form is only shown. */
  uploads: FileUploads | null

  /** The waivers that the person has signed before. */
  signed: readonly SignedBefore[]
  /** The questions that stand out, because they are new or changed since last season. */
  marks: FieldMarks
  /** What is folded in a form that was filled last season, and the title of that one. */
  renewal?: { title: string; folded: Folded } | null
  /** The children of the account, who can fill a row. */
  children: readonly KnownChild[]
}

export const FormFactsContext = createContext<FormFacts | null>(null)
export const AnswerStoreContext = createContext<AnswerStore | null>(null)

export function useFormFacts(): FormFacts {
  const facts = use(FormFactsContext)
  if (!facts) throw new Error('FormFactsContext is not provided')
  return facts
}

export function useAnswerStore(): AnswerStore {
  const store = use(AnswerStoreContext)
  if (!store) throw new Error('AnswerStoreContext is not provided')
  return store
}

/** Reads something of the store that stays the same object until it has changed. */
export function useStored<Value>(store: AnswerStore, read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read, read)
}

/** The files of an answer that have not arrived yet. */
export function useUploads(uploads: FileUploads, anchor: string): readonly Upload[] {
  const read = useCallback(() => uploads.readOf(anchor), [uploads, anchor])
  return useSyncExternalStore(uploads.subscribe, read, read)
}

export function useCell(store: AnswerStore, { field, group, row }: Place): Cell {
  const read = useCallback(() => store.readCell({ field, group, row }), [store, field, group, row])
  return useStored(store, read)
}

export function useGroup(store: AnswerStore, group: GroupField): GroupView {
  const read = useCallback(() => store.readGroup(group), [store, group])
  return useStored(store, read)
}
