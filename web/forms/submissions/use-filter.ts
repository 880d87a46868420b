import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as v from 'valibot'
import { SubmissionSearch } from '../../../domain/forms/submission-list-contract.ts'
import type { SubmissionFilter } from './queries.ts'

const { state, tag, q, field, option, answer, min, max, sentFrom, sentUntil, owes, holds, sort } = SubmissionSearch.entries

/** A part of the address that is not valid counts as missing. */
const Filter = v.object({
  state: v.fallback(state, undefined),
  tag: v.fallback(tag, undefined),
  q: v.fallback(q, undefined),
  field: v.fallback(field, undefined),
  option: v.fallback(option, undefined),
  answer: v.fallback(answer, undefined),
  min: v.fallback(min, undefined),
  max: v.fallback(max, undefined),
  sentFrom: v.fallback(sentFrom, undefined),
  sentUntil: v.fallback(sentUntil, undefined),
  owes: v.fallback(owes, undefined),
  holds: v.fallback(holds, undefined),
  sort: v.fallback(sort, undefined),
})

const noAnswer = { field: undefined, option: undefined, answer: undefined, min: undefined, max: undefined }
const none = {
  ...{ state: undefined, tag: undefined, q: undefined, owes: undefined, holds: undefined },
  ...{ ...noAnswer, sentFrom: undefined, sentUntil: undefined },
}

/** The filter of the list. It is in the address, so that it can be shared and survives a reload. */
export function useFilter() {
  const [search, setSearch] = useSearchParams()
  const [numberField, setNumberField] = useState<string | undefined>()
  const read = v.parse(Filter, Object.fromEntries(search))
  const isWhole = read.field !== undefined && (read.option ?? read.answer ?? read.min ?? read.max) !== undefined
  const filter: SubmissionFilter = isWhole ? read : { ...read, ...noAnswer }
  const change = (next: SubmissionFilter) => {
    if (next.field && next.field !== numberField) setNumberField(undefined)
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        // One answer is filtered at a time.
        for (const [name, value] of Object.entries('field' in next ? { ...noAnswer, ...next } : next)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const apply = (next: SubmissionFilter) => {
    setNumberField(undefined)
    change({ ...none, sort: undefined, ...next })
  }
  return {
    filter,
    isOn: Object.entries(filter).some(([name, value]) => name !== 'sort' && Boolean(value)),
    change,
    /** A field with numbers whose limits can be typed, although the address has none yet, or no longer has one. */
    numberField,
    setNumberField,
    /** Takes a whole filter, and drops what is not in it. */
    apply,
    clear: () => apply({ sort: filter.sort }),
  }
}
