import { useMutation, useQuery } from '@tanstack/react-query'
import { Section } from '../ui/section.tsx'
import { Switch } from '../ui/switch.tsx'
import { CalendarAddressPart } from './calendar-address-part.tsx'
import { calendarAddress, showingOtherTeams } from './queries.ts'

/** The address at which the viewer's calendar app reads their games. */
export default function CalendarTab() {
  const { data: address } = useQuery(calendarAddress(null))
  const show = useMutation(showingOtherTeams)
  return (
    <Section
      title="Your games in your calendar"
      intro="Your calendar app shows the games that you go to or host, and keeps them up to date. Each community also has a calendar: open its page and choose “Add to your calendar”."
    >
      <CalendarAddressPart teamId={null} />
      {address && (
        <Switch
          label={<span className="font-strong">Games of your teams on other sites</span>}
          hint="Turn it on if they are not in your calendar yet."
          checked={address.hasOtherTeams}
          onChange={(event) => show.mutate(event.target.checked)}
          className="border-t border-line pt-4"
        />
      )}
    </Section>
  )
}
