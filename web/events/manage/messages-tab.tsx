import { useMutation } from '@tanstack/react-query'
import { PostUpdate } from '../../../domain/events/manage-contract.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { formatCount, formatMoment } from './format-managed-event.ts'
import { postingUpdate } from './manage-queries.ts'
import type { Hosting } from './use-hosting.ts'

const maxMessageLength = 1000
const createEmptyMessage = () => ({ text: '', idempotencyKey: crypto.randomUUID() as string })

/** A form to write to everyone in the game, and the messages sent so far. */
export function MessagesTab({ hosting }: { hosting: Hosting }) {
  const { managed, now } = hosting
  const { updates, event } = managed
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)] lg:gap-14">
      <MessageForm hosting={hosting} />
      <section aria-label="Sent" className="grid content-start gap-1">
        <h2>Sent</h2>
        {updates.length === 0 ? (
          <p className="py-2 text-soft">No messages yet. Tell players where to park or what to bring.</p>
        ) : (
          <ul className="grid">
            {updates.map(({ id, text, author, createdAt }) => (
              <li key={id} className="flex gap-3 border-b border-line py-3.5">
                <Avatar face={author ?? { id, name: 'A host' }} size={34} isDecorative />
                <div className="grid min-w-0 gap-0.5">
                  <p className="text-small text-soft">
                    <span className="font-strong text-ink">{author?.name ?? 'A host'}</span> ·{' '}
                    {formatMoment(createdAt, event.timeZone, now)}
                  </p>
                  <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function MessageForm({ hosting: { managed, list } }: { hosting: Hosting }) {
  const { event } = managed
  const post = useMutation(postingUpdate(event.id))
  const form = useAppForm(PostUpdate, { defaultValues: createEmptyMessage(), draftKey: `event-message:${event.id}` })
  const { errors, isSubmitting } = form.formState
  const recipientCount = [...list.going, ...list.waitlist, ...list.requests].filter(({ userId }) => userId !== null).length
  const send = form.submitWith(async (values) => {
    await post.mutateAsync(values)
    form.reset(createEmptyMessage())
    showSnackbar(`Sent to ${formatCount(recipientCount, 'person', 'people')}.`)
  })
  return (
    <form noValidate onSubmit={send} className="grid content-start gap-4">
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <TextArea
        label="Message to everyone"
        hint={
          recipientCount === 0
            ? 'There is nobody with an account on the list yet.'
            : `We send it to ${formatCount(recipientCount, 'person', 'people')}: everyone who is going, on the waitlist or waiting for approval.`
        }
        limit={maxMessageLength}
        rows={5}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <FormFailure failure={form.failure} />
      <div>
        <Button type="submit" isPending={isSubmitting} pendingLabel="Sending" disabled={event.live.state === 'draft'}>
          Send to everyone
        </Button>
      </div>
    </form>
  )
}
