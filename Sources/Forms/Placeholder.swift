// Forms
