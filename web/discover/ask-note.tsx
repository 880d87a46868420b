import { lazy, Suspense } from 'react'
import type { AnswerNoteProps } from './answer-note.tsx'

const AnswerNote = lazy(() => import('./answer-note.tsx'))

/** Tells the user what was unclear in their question. Most people come without a question, so its code loads with the answer. */
export function AskNote(props: Omit<AnswerNoteProps, 'answer'>) {
  const { answer } = props.questionControls
  return (
    answer && (
      <Suspense>
        <AnswerNote {...props} answer={answer} />
      </Suspense>
    )
  )
}
