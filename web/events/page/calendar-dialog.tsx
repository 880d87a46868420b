import { calendarLinks } from '../../../domain/calendar/calendar-links.ts'
import { placeText } from '../../../domain/events/place-text.ts'
import { toPlainLines } from '../../../domain/rich-text/plain-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogProps } from '../dialogs.tsx'

const rowClasses = 'grid min-h-14 content-center rounded-control px-3 py-2 hover:bg-wash'

/** Where a game can go: the forms of Google and Outlook open in a new tab, all other apps open the file. */
export default function CalendarDialog({ event, onClose }: DialogProps) {
  const { id, title, about, where, timeZone, startsAt, endsAt } = event
  const { google, outlook, apple } = calendarLinks(
    {
      ...{ title, timeZone, startsAt, endsAt },
      description: toPlainLines(about),
      url: new URL(`/evt/${id}`, location.href).href,
      place: placeText(where),
    },
    { fileUrl: `/api/events/${id}/calendar.ics` },
  )
  return (
    <Dialog title="Add to calendar" isOpen onClose={onClose} width={400}>
      <ul className="-mx-3 grid">
        <li>
          <a href={google} target="_blank" rel="noreferrer" className={rowClasses} onClick={onClose}>
            <span className="font-strong">Google Calendar</span>
          </a>
        </li>
        <li>
          <a href={outlook} target="_blank" rel="noreferrer" className={rowClasses} onClick={onClose}>
            <span className="font-strong">Outlook</span>
          </a>
        </li>
        <li>
          <a href={apple} download className={rowClasses} onClick={onClose}>
            <span className="font-strong">Apple Calendar</span>
            <span className="text-small text-soft">A file that other calendar apps open too</span>
          </a>
        </li>
      </ul>
    </Dialog>
  )
}
