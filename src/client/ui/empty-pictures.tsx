/** Drawings for empty screens and lists. They are a code chunk of their own, because people see them rarely. */
interface Drawing {
  readonly line: string;
  readonly accent: string;
}

/** SVG paths, drawn on 120 by 72. */
export const emptyStatePictureDrawings = {
  active: {
    line: 'M68 20a14 14 0 0 1 14 14M68 10a24 24 0 0 1 24 24M14 62h92',
    accent: 'M46 23l8-2 4 9-5 4c2 5 5 8 10 10l4-5 9 4-2 8c-16 0-28-12-28-28z',
  },
  agents: {
    line: 'M38 24h44a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H38a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8zM60 24V14M22 38v10M98 38v10',
    accent: 'M48 38v5M72 38v5M50 52c6 4 14 4 20 0M60 14a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  },
  blocked: {
    line: 'M50 26l6-1 3 7-4 3c2 4 4 6 8 8l3-4 7 3-1 6c-13 0-22-9-22-22z',
    accent: 'M88 36a28 28 0 1 1-56 0 28 28 0 0 1 56 0zM40 16l40 40',
  },
  calls: {
    line: 'M14 16h8M32 16h40M14 36h8M32 36h30M14 56h8M32 56h38',
    accent: 'M80 24l8-2 4 9-5 4c2 5 5 8 10 10l4-5 9 4-2 8c-16 0-28-12-28-28z',
  },
  campaigns: {
    line: 'M30 28h14l30-16v44L44 40H30a6 6 0 0 1 0-12zM36 40l4 20h9l-4-19',
    accent: 'M84 26c3 5 3 11 0 16M93 19c7 9 7 21 0 30',
  },
  chart: { line: 'M20 8v54h84M20 44h84M20 26h84', accent: 'M24 54c20 0 20-3 38-3s18 3 38 3' },
  erased: {
    line: 'M34 6h34l16 16v44H34zM68 6v16h16',
    accent: 'M44 34h4M57 34h4M70 34h4M44 44h4M57 44h4M70 44h4M44 54h4M57 54h4',
  },
  key: {
    line: 'M54 36a16 16 0 1 1-32 0 16 16 0 0 1 32 0zM54 36h46M88 36v12M100 36v8',
    accent: 'M42 36a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  },
  log: {
    line: 'M32 10h46v46a8 8 0 0 0 8 8H40a8 8 0 0 1-8-8zM78 56h18a8 8 0 0 1-8 8',
    accent: 'M42 24h24M42 36h24M42 48h14',
  },
  nowhere: {
    line: 'M12 62c14 0 16-8 30-8M78 52c12-2 14-10 30-12',
    accent: 'M60 56C48 42 44 34 44 26a16 16 0 0 1 32 0c0 8-4 16-16 30zM66 26a6 6 0 1 1-12 0 6 6 0 0 1 12 0z',
  },
  notices: { line: 'M38 50V32a22 22 0 0 1 44 0v18l6 6H32zM60 10V5', accent: 'M52 61a8 8 0 0 0 16 0' },
  outgoing: { line: 'M18 20h28v32H18zM74 20h28v32H74z', accent: 'M50 36h18M61 29l7 7-7 7' },
  people: {
    line: 'M54 22a12 12 0 1 1-24 0 12 12 0 0 1 24 0zM18 62c2-16 12-22 24-22s22 6 24 22M68 12a10 10 0 0 1 4 19M76 42c8 3 12 9 14 20',
    accent: 'M98 18v16M90 26h16',
  },
  ranking: {
    line: 'M24 64V48h24V34h24v20h24v10zM48 48v16M72 54v10',
    accent: 'M60 6l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z',
  },
  reviewed: {
    line: 'M46 14H36a4 4 0 0 0-4 4v42a4 4 0 0 0 4 4h48a4 4 0 0 0 4-4V18a4 4 0 0 0-4-4H74M46 8h28v12H46z',
    accent: 'M46 42l9 9 19-20',
  },
  search: { line: 'M14 18h38M14 34h34M14 50h40', accent: 'M94 32a16 16 0 1 1-32 0 16 16 0 0 1 32 0zM90 44l14 14' },
  shield: {
    line: 'M60 6l28 10v18c0 16-12 26-28 32-16-6-28-16-28-32V16z',
    accent: 'M52 29c0-11 16-11 16 0 0 6-8 7-8 14M60 51v1',
  },
  transcript: {
    line: 'M20 10h48a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H38l-10 8v-8h-8a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6zM26 20h36M26 30h22',
    accent: 'M82 28h18a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6h-4v8l-10-8H62a6 6 0 0 1-6-6v-2',
  },
  week: { line: 'M22 12h76v48H22zM22 28h76M22 44h76M47 12v48M73 12v48', accent: 'M52 33h16v6H52z' },
  workspaces: {
    line: 'M30 62V12h34v50M64 30h24v32M22 62h78M41 24h3M51 24h3M41 36h3M51 36h3M74 42h4M74 52h4',
    accent: 'M42 62V50h10v12',
  },
} as const satisfies Readonly<Record<string, Drawing>>;
export type EmptyStatePictureName = keyof typeof emptyStatePictureDrawings;

export default function EmptyStatePicture({ name }: { readonly name: EmptyStatePictureName }) {
  const { line, accent } = emptyStatePictureDrawings[name];
  return (
    <svg
      aria-hidden
      width={120}
      height={72}
      viewBox="0 0 120 72"
      className="fill-none"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={line} className="stroke-line-strong" />
      <path d={accent} className="stroke-accent" />
    </svg>
  );
}
