import { ArrowLeft, Printer } from 'lucide-react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { formatCount, formatEventTimes } from './format-managed-event.ts'
import { getSlotName } from './manage-joiner.tsx'
import { listAnswers, type ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

/** The list for printing: black on white, with a box to check for each person. */
export default function PrintSheet({ hosting }: { hosting: Hosting }) {
  const { managed, list, now } = hosting
  const { event } = managed
  const when = formatEventTimes(event, now)
  const { slots } = event.live
  const groups =
    slots.length === 0
      ? [{ id: '', name: '', joiners: list.going }]
      : slots.map((slot) => ({ ...slot, joiners: list.going.filter(({ slotId }) => slotId === slot.id) }))
  return (
    <div className={pageFrame('wide', 'pt-5 print:max-w-none print:p-0')}>
      <div className="flex justify-between gap-3 border-b border-line pb-4 print:hidden">
        <LinkButton to="?" replace>
          <ArrowLeft size={18} aria-hidden="true" /> Back
        </LinkButton>
        <Button variant="primary" onClick={() => print()}>
          <Printer size={18} aria-hidden="true" /> Print
        </Button>
      </div>
      <article data-theme="light" className="mt-5 grid gap-6 rounded-card bg-white! p-5 text-ink sm:p-8 print:mt-0 print:p-0">
        <header className="grid gap-1">
          <h1 className="wrap-anywhere">{event.title}</h1>
          <p className="wrap-anywhere">
            {when.day}, {when.time} · {event.where.name}
          </p>
          <p className="text-soft">
            {list.seats.going} of {formatCount(event.live.capacity, 'seat')} taken
          </p>
        </header>
        {groups.map(({ id, name, joiners }) => (
          <section key={id} className="grid gap-1.5">
            {name && <h2>{name}</h2>}
            {joiners.length === 0 ? <p className="text-soft">Nobody yet.</p> : <SheetTable joiners={joiners} hosting={hosting} />}
          </section>
        ))}
        {list.waitlist.length > 0 && (
          <section className="grid gap-1.5">
            <h2>Waiting</h2>
            <ol className="list-decimal pl-6">
              {list.waitlist.map((joiner) => (
                <li key={joiner.id} className="py-0.5 wrap-anywhere">
                  {[joiner.name, ...joiner.guests].join(', ')}
                  {slots.length > 0 && <span className="text-soft"> · {getSlotName(hosting, joiner)}</span>}
                </li>
              ))}
            </ol>
          </section>
        )}
      </article>
    </div>
  )
}

const box = (
  <span aria-hidden="true" className="mr-3 inline-block size-4.5 flex-none translate-y-0.5 rounded-[4px] border-[1.5px] border-ink" />
)

function SheetTable({ joiners, hosting }: { joiners: readonly ShownJoiner[]; hosting: Hosting }) {
  const { questions } = hosting.managed.event
  const byName = [...joiners].sort((a, b) => a.name.localeCompare(b.name))
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-ink text-small">
          <th className={questions.length > 0 ? 'w-2/5 py-1.5 pr-4' : 'py-1.5'}>Name</th>
          {questions.length > 0 && <th className="py-1.5">Answers</th>}
        </tr>
      </thead>
      <tbody>
        {byName.map((joiner) => (
          <tr key={joiner.id} className="break-inside-avoid border-b border-line align-top">
            <td className="py-2 pr-4 wrap-anywhere">
              <span className="flex font-strong">
                {box}
                {joiner.name}
              </span>
              {joiner.guests.map((guest, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two guests may have the same name.
                <span key={index} className="flex pt-1 pl-6">
                  {box}
                  {guest}
                </span>
              ))}
            </td>
            {questions.length > 0 && (
              <td className="py-2 text-small wrap-anywhere">
                {listAnswers(hosting.managed, joiner).map(({ id, question, answer }) => (
                  <p key={id}>
                    <span className="text-soft">{question}</span> {answer}
                  </p>
                ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
