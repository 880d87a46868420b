import { CourtArt } from '../court-art.tsx'
import { PartRow, PartSection } from './part-section.tsx'

const backgrounds = [
  ['bg-paper border border-line', 'Paper'],
  ['bg-card border border-line', 'Card'],
  ['bg-wash', 'Wash'],
  ['bg-court-wash', 'Court wash'],
  ['bg-court', 'Court'],
  ['bg-ball', 'Ball'],
  ['bg-ink', 'Ink'],
] as const

const textColors = [
  ['text-ink', 'Ink for text'],
  ['text-soft', 'Soft for details'],
  ['text-court', 'Court for links and buttons'],
  ['text-good', 'Good'],
  ['text-warn', '2 seats left'],
  ['text-bad', 'Cancelled'],
] as const

const courts = ['pickleball', 'volleyball', 'soccer', 'tennis', 'basketball', 'chess'] as const

export function ColorParts() {
  return (
    <>
      <PartSection
        title="Colors and text"
        intro="Warm paper, near-black ink, and one blue for actions. Ball yellow marks what is live or yours, and never has text on it."
      >
        <div className="grid grid-cols-4 gap-x-2 gap-y-4 sm:grid-cols-7">
          {backgrounds.map(([look, name]) => (
            <div key={name} className="grid gap-1.5">
              <div className={`h-16 rounded-thumb ${look}`} />
              <span className="text-tiny text-soft">{name}</span>
            </div>
          ))}
        </div>
        <div className="grid gap-3">
          <p className="text-hero font-bold tracking-tight max-sm:text-display">Saturday sunrise open play</p>
          <p className="text-display font-bold tracking-tight max-sm:text-heading">When can we play?</p>
          <p className="text-title font-bold tracking-tight">
            Who is going <span className="font-normal text-soft">10 of 12</span>
          </p>
          <p className="max-w-[62ch]">
            Round robin on two courts, new partner every fifteen minutes. Bring a paddle if you have one, we keep four spares.
          </p>
          <p className="text-small text-soft">Lights, water, parking · about 2 miles from you</p>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-1 font-medium">
          {textColors.map(([look, text]) => (
            <span key={look} className={look}>
              {text}
            </span>
          ))}
        </div>
      </PartSection>
      <PartSection
        title="Courts"
        intro="Each activity has its own court and colors. The id of the game decides how the drawing is turned and cropped."
      >
        <PartRow className="grid! grid-cols-2 gap-3 sm:grid-cols-3">
          {courts.map((activity) => (
            <CourtArt key={activity} activity={activity} seed={`parts-${activity}`} className="h-28 w-full rounded-thumb sm:h-36" />
          ))}
        </PartRow>
      </PartSection>
    </>
  )
}
