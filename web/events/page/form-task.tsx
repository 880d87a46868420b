import { ClipboardPen } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formPathFromGame } from '../../../domain/forms/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'

/** The form that the players of a game fill: a task for who has joined, and a word for who may join. */
export function FormTask({ event: { id, form, live, endsAt } }: { event: EventDetail }) {
  if (!form || live.state !== 'published' || endsAt <= Date.now()) return null
  const verb = form.isWaiver ? 'sign' : 'fill in'
  if (form.isDone)
    return live.mine === null ? null : (
      <Status tone="live" className="text-small">
        {form.isWaiver ? `You have signed “${form.title}”` : `You have filled in “${form.title}”`}
      </Status>
    )
  if (live.mine === null && !form.isNeededToJoin)
    return (
      <p className="text-small text-soft wrap-anywhere">
        Players {verb} “{form.title}” after they have joined.
      </p>
    )
  return (
    <section aria-label={form.title} className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-warn bg-card p-4">
      <ClipboardPen size={24} aria-hidden="true" className="flex-none text-warn" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-strong wrap-anywhere">{form.isWaiver ? `Sign “${form.title}”` : `Fill in “${form.title}”`}</p>
        <p className="text-small text-soft">
          {live.mine === null ? 'You can join when you have done it.' : 'The hosts ask for it before you play.'} It takes a few minutes.
        </p>
      </div>
      <LinkButton to={formPathFromGame(form.id, id)} variant="primary">
        {form.isWaiver ? 'Sign now' : 'Fill it in'}
      </LinkButton>
    </section>
  )
}
