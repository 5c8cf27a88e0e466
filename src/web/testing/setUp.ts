/** Before each file of web tests: waiting for the screen has room on a busy machine; it ends as soon as it may. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 60_000 });
