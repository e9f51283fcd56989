/** The people of the named world: students and tutors of the three schools in catalog.csv. */
export type NamedPerson = {
  /** By which notes/ names an author. */
  key: string
  name: string
  email: string
  college: string
  designation: string
  description: string
  /** What a tutor asks for an hour. */
  rateCents: number | null
  follows: string[]
}

export const people: NamedPerson[] = [
  {
    key: 'maya',
    name: 'Maya Chen',
    email: 'maya.chen@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Student, Computer Science',
    description: 'Third year. I write up every lecture the same evening, because I forget it otherwise.',
    rateCents: null,
    follows: ['grace', 'noah', 'tomas'],
  },
  {
    key: 'grace',
    name: 'Grace Kim',
    email: 'grace.kim@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Tutor, Mathematics',
    description: 'Ten years of calculus and linear algebra. If you can draw it, you can prove it.',
    rateCents: 3500,
    follows: ['maya', 'tomas', 'kenji'],
  },
  {
    key: 'tomas',
    name: 'Tomás Oliveira',
    email: 'tomas.oliveira@lakeshore.example',
    college: 'Lakeshore Technical College',
    designation: 'Tutor, Physics',
    description: 'Mechanics and circuits, en español o en inglés.',
    rateCents: 2800,
    follows: ['grace'],
  },
  {
    key: 'aisha',
    name: 'Aisha Rahman',
    email: 'aisha.rahman@lakeshore.example',
    college: 'Lakeshore Technical College',
    designation: 'Student, Biology',
    description: 'Pre-med, mostly in the library. Slides and posters for the study group are all here.',
    rateCents: null,
    follows: ['priya', 'daniel', 'grace'],
  },
  {
    key: 'priya',
    name: 'Priya Natarajan',
    email: 'priya.natarajan@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Student, Chemistry',
    description: 'Lab reports with the errors left in, so that you learn from mine.',
    rateCents: null,
    follows: ['aisha', 'maya'],
  },
  {
    key: 'daniel',
    name: 'Daniel O’Connor',
    email: 'daniel.oconnor@stbrendan.example',
    college: 'Saint Brendan College',
    designation: 'Tutor, Economics',
    description: 'I teach the first two years of economics. No question is too basic before the midterm.',
    rateCents: 3000,
    follows: ['noah'],
  },
  {
    key: 'noah',
    name: 'Noah Bergström',
    email: 'noah.bergstrom@stbrendan.example',
    college: 'Saint Brendan College',
    designation: 'Student, History',
    description: 'History with a minor in computer science. Footnotes are the best part.',
    rateCents: null,
    follows: ['maya', 'daniel', 'alexandrina'],
  },
  {
    key: 'alexandrina',
    name: 'Alexandrina Featherstonehaugh-Montgomery',
    email: 'alexandrina.fm@stbrendan.example',
    college: 'Saint Brendan College',
    designation: 'Student, English',
    description: 'Reads with a pencil.',
    rateCents: null,
    follows: ['noah'],
  },
  {
    key: 'kenji',
    name: '中村 健二',
    email: 'kenji.nakamura@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Student, Engineering',
    description: '交換留学生です。日本語と英語でノートを共有しています。',
    rateCents: null,
    follows: ['grace', 'maya'],
  },
]
