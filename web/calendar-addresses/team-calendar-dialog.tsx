import { Dialog } from '../ui/dialog.tsx'
import { CalendarAddressPart } from './calendar-address-part.tsx'

type TeamCalendarDialogProps = { team: { id: string; name: string }; onClose: () => void }

/** The address at which a member's calendar app reads the games of a community. */
export default function TeamCalendarDialog({ team: { id, name }, onClose }: TeamCalendarDialogProps) {
  return (
    <Dialog title="Add to your calendar" isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-soft">Your calendar app shows all games of {name} that you can see, and keeps them up to date.</p>
        <CalendarAddressPart teamId={id} />
      </div>
    </Dialog>
  )
}
