import type { Poll } from '../../domain/messages/polls.ts'

export const pollClasses = 'mt-1.5 mb-1 grid max-w-md gap-2 rounded-control border border-line bg-card p-3'

/** Keeps the place of a poll. With another height, the list would not open at its end. */
export const PollLoading = ({ poll: { options, showsNames, voters } }: { poll: Poll }) => (
  <div className={pollClasses} aria-busy>
    <div className="grid gap-1.5">
      {options.map(({ text }) => (
        <div key={text} className="h-11.5" />
      ))}
    </div>
    <p className="text-small">&nbsp;</p>
    {showsNames && voters > 0 && <p className="text-small">&nbsp;</p>}
  </div>
)
