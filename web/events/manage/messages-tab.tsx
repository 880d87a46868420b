import { useMutation } from '@tanstack/react-query'
import { PostUpdate } from '../../../domain/events/manage-contract.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { postingUpdate } from './manage-queries.ts'
import { countWords, momentWords } from './manage-words.ts'
import type { Hosting } from './use-hosting.ts'

const maxMessageLength = 1000
const fresh = () => ({ text: '', idempotencyKey: crypto.randomUUID() as string })

/** A word to everyone, and what was said before. */
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
                    <span className="font-strong text-ink">{author?.name ?? 'A host'}</span> · {momentWords(createdAt, event.timeZone, now)}
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
  const form = useAppForm(PostUpdate, { defaultValues: fresh(), draftKey: `event-message:${event.id}` })
  const { errors, isSubmitting } = form.formState
  const reached = [...list.going, ...list.inLine, ...list.asked].filter(({ userId }) => userId !== null).length
  const send = form.submitWith(async (values) => {
    await post.mutateAsync(values)
    form.reset(fresh())
    showSnackbar(`Sent to ${countWords(reached, 'person', 'people')}.`)
  })
  return (
    <form noValidate onSubmit={send} className="grid content-start gap-4">
      <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
      <TextArea
        label="Message to everyone"
        hint={
          reached === 0
            ? 'There is nobody with an account on the list yet.'
            : `Goes to ${countWords(reached, 'person', 'people')}: everyone who is going, on the waitlist or waiting for approval.`
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
