import type { Looks } from './portrait.ts'

/** The people of the demo world: students and tutors of the three schools in catalog.csv. */
export type NamedPerson = {
  /** The key with which notes.ts names an author. */
  key: string
  name: string
  email: string
  college: string
  designation: string
  description: string
  /** A tutor's hourly rate. */
  rateCents: number | null
  follows: string[]
  timeZone: string
  /** Courses whose class at their school they list. */
  classes: string[]
  /** Their highlighted notes. */
  highlights?: string[]
  looks: Looks
}

export const people: NamedPerson[] = [
  {
    key: 'maya',
    name: 'Maya Chen',
    email: 'maya.chen@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Student, Computer Science',
    description: 'Junior. I write up every lecture the same night, because otherwise I forget it.',
    rateCents: null,
    follows: ['grace', 'noah', 'tomas', 'samuel'],
    timeZone: 'America/Chicago',
    classes: ['CS 310', 'CS 340', 'MATH 221'],
    highlights: ['search-trees', 'shortest-paths', 'graph-picture'],
    looks: { ground: '#b9d3ee', skin: '#f0c9a4', hair: '#262230', clothes: '#2f6f8f', style: 'fringe' },
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
    timeZone: 'America/Chicago',
    classes: ['MATH 151', 'MATH 152', 'MATH 221'],
    highlights: ['linear-maps', 'solved-exercises', 'derivative'],
    looks: {
      ground: '#f3d4c4',
      skin: '#f4d0ae',
      hair: '#3a2a2c',
      clothes: '#7a4f9a',
      style: 'bun',
      glasses: true,
    },
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
    timeZone: 'America/Detroit',
    classes: ['PHYS 101', 'PHYS 102'],
    highlights: ['circuits', 'incline-picture'],
    looks: {
      ground: '#cfe3cf',
      skin: '#c98f63',
      hair: '#33241f',
      clothes: '#d98545',
      style: 'short',
      beard: true,
    },
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
    timeZone: 'America/Detroit',
    classes: ['BIO 110', 'BIO 240', 'CHEM 131'],
    highlights: ['cycle-picture', 'memory'],
    looks: { ground: '#f2e0b6', skin: '#b97c52', hair: '#2c2024', clothes: '#2f8478', style: 'scarf' },
  },
  {
    key: 'priya',
    name: 'Priya Natarajan',
    email: 'priya.natarajan@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Student, Chemistry',
    description: 'Lab reports with the mistakes left in, so you can learn from mine.',
    rateCents: null,
    follows: ['aisha', 'maya', 'samuel'],
    timeZone: 'America/Chicago',
    classes: ['CHEM 131', 'CHEM 241'],
    looks: { ground: '#e3d3ee', skin: '#a86f48', hair: '#241b20', clothes: '#c2476a', style: 'long' },
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
    timeZone: 'America/New_York',
    classes: ['ECON 101'],
    looks: {
      ground: '#c8e2e6',
      skin: '#f6d5bd',
      hair: '#b4552d',
      clothes: '#3d5a80',
      style: 'swept',
      beard: true,
      glasses: true,
    },
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
    timeZone: 'America/New_York',
    classes: ['HIST 105', 'HIST 220', 'CS 201'],
    looks: { ground: '#d9dbe8', skin: '#f8dcc4', hair: '#d9b36a', clothes: '#4f7f5b', style: 'curls' },
  },
  {
    key: 'alexandrina',
    name: 'Alexandrina Featherstonehaugh-Montgomery',
    email: 'alexandrina.fm@stbrendan.example',
    college: 'Saint Brendan College',
    designation: 'Student, English',
    description: 'Reads with a pencil.',
    rateCents: null,
    follows: ['noah', 'samuel'],
    timeZone: 'America/New_York',
    classes: ['ENG 105', 'ENG 210'],
    looks: { ground: '#d7e8c8', skin: '#7d4f35', hair: '#3b2520', clothes: '#e0a63c', style: 'wavy' },
  },
  {
    key: 'kenji',
    name: '中村 健二',
    email: 'kenji.nakamura@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Student, Engineering',
    description: '交換留学生です。日本語と英語でノートを共有しています。',
    rateCents: null,
    follows: ['grace', 'maya', 'samuel'],
    timeZone: 'Asia/Tokyo',
    classes: ['CS 230', 'PHYS 102'],
    looks: {
      ground: '#f6cfd2',
      skin: '#efc59b',
      hair: '#1f1d26',
      clothes: '#55606e',
      style: 'crop',
      glasses: true,
    },
  },
  {
    key: 'samuel',
    name: 'Samuel Okafor',
    email: 'samuel.okafor@riverbend.example',
    college: 'Riverbend State University',
    designation: 'Tutor, Computer Science',
    description: 'First-year programming, drawn on a board. You bring the bug, I bring the chalk.',
    rateCents: 3600,
    follows: ['maya', 'grace'],
    timeZone: 'America/Chicago',
    classes: ['CS 101', 'CS 201'],
    highlights: ['recursion'],
    looks: {
      ground: '#d3e0f2',
      skin: '#8a5a3c',
      hair: '#1e1a1c',
      clothes: '#b8503c',
      style: 'crop',
      beard: true,
    },
  },
]
