/* SPDX-License-Identifier: MIT
 * crew.h - threads that do the same work on parts of it, again and again. */
#ifndef NINELIVES_CREW_H
#define NINELIVES_CREW_H

typedef struct Crew Crew;
typedef void CrewWork(void *of, int part, int parts);

/* `parts` threads, the caller's among them. NULL: there is no memory, or there are no threads to be had. */
Crew *crew_new(int parts);
void  crew_free(Crew *c);                /* NULL: nothing */
/* Does all parts and returns when they are done. NULL for a crew: the caller does it alone. */
void  crew_do(Crew *c, CrewWork *work, void *of);

#endif
