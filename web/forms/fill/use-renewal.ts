import { useMemo, useState } from 'react'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import type { SignedBefore } from '../../../domain/forms/submission-contract.ts'
import type { AnswerStore } from './answer-store.ts'
import { useStored } from './form-context.ts'
import { countToCheck, listFolded, marksOf, nothingFolded } from './known-answers.ts'

/** What of a form needs no look, because the person said the same last season, and how much is left to do. */
export function useRenewal(store: AnswerStore, before: KnownAnswers, signed: readonly SignedBefore[]) {
  const [isEmptied, setEmptied] = useState(false)
  const generation = useStored(store, store.readGeneration)
  const known = useMemo(() => (isEmptied ? { ...before, earlier: null } : before), [isEmptied, before])
  const { earlier } = known
  // It is about the form as it was opened. What is entered then neither folds nor unfolds anything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: All answers are others in each generation.
  const opened = useMemo(() => {
    if (!earlier) return { folded: nothingFolded, toCheck: 0 }
    const { index } = store
    const [decision, marks] = [store.readDecision(), marksOf(index, known, signed)]
    return {
      folded: listFolded({ index, decision, answers: store.readAnswers(), marks, earlier }),
      toCheck: countToCheck(index, decision, marks),
    }
  }, [store, known, earlier, signed, generation])
  return {
    ...opened,
    known,
    /** Last season is not what this one is about, for example if it is for another child. Returns what brings last season back. */
    empty: () => {
      setEmptied(true)
      store.replace({}, store.readBegun())
      return () => setEmptied(false)
    },
  }
}
