import { CircleDollarSign, Clock, LayoutGrid, Lightbulb } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { Chip } from '../ui/chip.tsx'
import { IconBadge } from '../ui/date-badge.tsx'
import { Status } from '../ui/status.tsx'
import { formatAmenity, formatHours, formatOpenness, listFacts } from './format-place.ts'

/** The facts players want to know before they go: courts, fee, lights and hours. */
export function PlaceFacts({ place }: { place: PlaceDetail }) {
  const { fee, hours, timeZone, amenities, hasLights, isIndoor } = place
  const now = useClock()
  const openness = formatOpenness(hours, timeZone, now)
  const [first, ...rest] = listFacts({ ...place, hasLights: false })
  return (
    <section aria-label="Good to know" className="grid gap-5">
      <ul className="grid gap-x-10 gap-y-4 border-y border-line py-5 sm:grid-cols-2">
        {first && (
          <Fact icon={<LayoutGrid size={23} strokeWidth={1.8} />} title={first}>
            {rest.join(' · ')}
          </Fact>
        )}
        <Fact icon={<CircleDollarSign size={24} strokeWidth={1.8} />} title={fee || 'Free'}>
          {fee ? 'Fee' : 'It is free to play here'}
        </Fact>
        {(hasLights || !isIndoor) && (
          <Fact icon={<Lightbulb size={24} strokeWidth={1.8} />} title={hasLights ? 'Lights' : 'No lights'}>
            {hasLights ? 'You can play after dark' : 'Daylight only'}
          </Fact>
        )}
        <Fact
          icon={<Clock size={24} strokeWidth={1.8} />}
          title={openness ? <Status tone={openness.isOpen ? 'good' : 'quiet'}>{openness.text}</Status> : 'No set hours'}
        >
          {hours ? (
            <span className="mt-1 grid gap-0.5">
              {formatHours(hours).map(({ days, text }) => (
                <span key={days} className="grid grid-cols-[5.5rem_1fr] gap-2">
                  <span>{days}</span>
                  <span>{text}</span>
                </span>
              ))}
            </span>
          ) : (
            'Play at any time'
          )}
        </Fact>
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
