/** Must be the first import of main.tsx: zod probes `new Function`, which the content security policy refuses. */
import { z } from 'zod';

z.config({ jitless: true });
