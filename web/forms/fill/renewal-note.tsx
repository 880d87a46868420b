import { writeTime } from '../../../domain/time/write-time.ts'
import { TextButton } from '../../ui/text-button.tsx'

type RenewalNoteProps = { title: string; sentAt: number; toCheck: number; onEmpty: () => void }

/** Says where the answers come from, and how little is left to do. */
export function RenewalNote({ title, sentAt, toCheck, onEmpty }: RenewalNoteProps) {
  const when = writeTime(sentAt, undefined, { month: 'long', year: 'numeric' }, 'en-US')
  return (
    <p role="status" className="-mt-2 rounded-card border border-line bg-card px-4 py-3 wrap-anywhere">
      <b className="font-strong">
        {toCheck === 0 ? 'Everything is filled in' : `Only ${toCheck === 1 ? '1 thing' : `${toCheck} things`} to check`}
      </b>
      <span className="block text-small text-soft">
        Your answers are from “{title}”, {when}. Is this for somebody else?{' '}
        <TextButton onClick={onEmpty}>Start with an empty form</TextButton>
      </span>
    </p>
  )
}
