import { CircleDollarSign, Clock, LayoutGrid, Lightbulb } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { formatFee, isAlwaysOpen } from '../../domain/places/rules.ts'
import { Chip } from '../ui/chip.tsx'
import { IconBadge } from '../ui/date-badge.tsx'
import { Status } from '../ui/status.tsx'
import { formatAmenity, formatHours, formatOpenness, listFacts } from './format-place.ts'

/** The facts players want to know before they go: courts, fee, lights and hours. It shows only what somebody said. */
export function PlaceFacts({ place }: { place: PlaceDetail }) {
  const { fee, hours, timeZone, amenities, hasLights, isIndoor } = place
  const now = useClock()
  const openness = formatOpenness(hours, timeZone, now)
  const [first, ...rest] = listFacts({ ...place, hasLights: null })
  return (
    <section aria-label="Good to know" className="grid gap-5">
      <ul className="grid gap-x-10 gap-y-4 border-y border-line py-5 empty:hidden sm:grid-cols-2">
        {first && (
          <Fact icon={<LayoutGrid size={23} strokeWidth={1.8} />} title={first}>
            {rest.join(' · ')}
          </Fact>
        )}
        {fee !== null && (
          <Fact icon={<CircleDollarSign size={24} strokeWidth={1.8} />} title={formatFee(fee)}>
            {fee === '' ? 'It is free to play here' : 'Fee'}
          </Fact>
        )}
        {(hasLights || (hasLights === false && !isIndoor)) && (
          <Fact icon={<Lightbulb size={24} strokeWidth={1.8} />} title={hasLights ? 'Lights' : 'No lights'}>
            {hasLights ? 'You can play after dark' : 'Daylight only'}
          </Fact>
        )}
        {hours && openness && (
          <Fact
            icon={<Clock size={24} strokeWidth={1.8} />}
            title={<Status tone={openness.isOpen ? 'good' : 'quiet'}>{openness.text}</Status>}
          >
            {isAlwaysOpen(hours) ? (
              'Play at any time'
            ) : (
              <span className="mt-1 grid gap-0.5">
                {formatHours(hours).map(({ days, text }) => (
                  <span key={days} className="grid grid-cols-[5.5rem_1fr] gap-2">
                    <span>{days}</span>
                    <span>{text}</span>
                  </span>
                ))}
              </span>
            )}
          </Fact>
        )}
      </ul>
      {amenities.length > 0 && (
        <ul aria-label="Amenities" className="flex flex-wrap gap-2">
          {amenities.map((amenity) => (
            <li key={amenity}>
              <Chip>{formatAmenity(amenity)}</Chip>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Fact({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3.5">
      <IconBadge>{icon}</IconBadge>
      <div className="grid min-h-14 min-w-0 content-center wrap-anywhere">
        <p className="font-strong *:whitespace-normal">{title}</p>
        <div className="text-small text-soft">{children}</div>
      </div>
    </li>
  )
}

function useClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
