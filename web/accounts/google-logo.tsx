const logoPaths = [
  { fill: '#4285F4', d: 'M22.5 12.2c0-.8-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.7h3.6c2-1.9 3.2-4.7 3.2-8.1z' },
  { fill: '#34A853', d: 'M12 23c3 0 5.4-1 7.3-2.7l-3.6-2.7a6.6 6.6 0 0 1-9.9-3.5H2.2v2.8A11 11 0 0 0 12 23z' },
  { fill: '#FBBC05', d: 'M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.2a11 11 0 0 0 0 9.8z' },
  { fill: '#EA4335', d: 'M12 5.4c1.6 0 3 .6 4.2 1.6l3.1-3.1A11 11 0 0 0 2.2 7.1l3.6 2.8A6.6 6.6 0 0 1 12 5.4z' },
] as const

export function GoogleLogo() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 flex-none" aria-hidden="true">
      {logoPaths.map(({ fill, d }) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  )
}
